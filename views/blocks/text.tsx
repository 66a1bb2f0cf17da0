import { numeralsClass } from '../../src/content/html/style.ts'
import { ScrollBox } from '../components/groups.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

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

/** Reader views (`@mozilla/readability`) drop elements with such ids. */
const BOILERPLATE =
  /-ad-|ai2html|banner|breadcrumbs|combx|com-|comment|community|contact|cover-wrap|disqus|extra|footer|gdpr|header|hid|legends|masthead|media|menu|meta|outbrain|page[rd]|pagination|popup|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|tags|widget|agegate/i

/** For reader views (ART-16). */
const TEXT_CLASS = 'body-text'

function textClassOf(id: string | undefined): string | undefined {
  return id !== undefined && BOILERPLATE.test(id) ? TEXT_CLASS : undefined
}

export function Code({ block }: BlockProps<'code'>) {
  const messages = useMessages()
  return (
    <figure className="code">
      <ScrollBox className="code-box" label={messages.article.codeLabel}>
        <pre>
          <code data-language={block.language} dangerouslySetInnerHTML={{ __html: block.html }} />
        </pre>
      </ScrollBox>
      {block.description && <figcaption>{block.description}</figcaption>}
    </figure>
  )
}
