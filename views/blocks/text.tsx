import { numeralsClass } from '../../src/content/html/style.ts'
import type { BlockProps } from './props.ts'
import { textClassOf } from './text-class.ts'

export function Paragraph({ block }: BlockProps<'paragraph'>) {
  const { align, dropCap, id } = block
  const classes = [align && `align-${align}`, dropCap && 'drop-cap', textClassOf(id)]
  const className = classes.filter(Boolean).join(' ')
  return <p id={id} className={className || undefined} dangerouslySetInnerHTML={{ __html: block.html }} />
}

export function Heading({ block }: BlockProps<'heading'>) {
  const Tag = `h${block.level}` as const
  const classes = [block.align && `align-${block.align}`, textClassOf(block.id)]
  const className = classes.filter(Boolean).join(' ')
  return <Tag id={block.id} className={className || undefined} dangerouslySetInnerHTML={{ __html: block.html }} />
}

export function List({ block, inner }: BlockProps<'list'>) {
  const items = block.items.map((item, index) => (
    <li key={index}>
      <span dangerouslySetInnerHTML={{ __html: item.html }} />
      {inner(item.blocks)}
    </li>
  ))
  if (!block.ordered) return <ul>{items}</ul>
  const { start, reversed, numerals } = block
  return (
    <ol start={start} reversed={reversed} type={numerals} className={numerals && numeralsClass(numerals)}>
      {items}
    </ol>
  )
}

export function Quote({ block, inner }: BlockProps<'quote'>) {
  return (
    <figure className="quote">
      <blockquote>{inner(block.blocks)}</blockquote>
      {block.cite && (
        <figcaption>
          <cite dangerouslySetInnerHTML={{ __html: block.cite }} />
        </figcaption>
      )}
    </figure>
  )
}

export function Html({ block }: BlockProps<'html'>) {
  return <div className="html body-text" dangerouslySetInnerHTML={{ __html: block.html }} />
}
