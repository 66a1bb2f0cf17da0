import { words } from '../content/content'
import { Picture } from './picture'
import { Table } from './table'

const SIZES = '(min-width: 768px) 690px, 100vw'

/** A sequence of blocks, in order. */
export function Blocks({ blocks }) {
  return blocks.map((block, index) => {
    const Block = BLOCKS[block.type]
    if (!Block) throw new Error(`no component for ${block.type}`)
    return <Block key={index} block={block} />
  })
}

function Paragraph({ block: { html, align, dropCap } }) {
  const className = [align && `align-${align}`, dropCap && 'drop-cap'].filter(Boolean).join(' ')
  return <p className={className || undefined} dangerouslySetInnerHTML={{ __html: html }} />
}

function Heading({ block: { level, id, html } }) {
  const Tag = `h${level}`
  return <Tag id={id} dangerouslySetInnerHTML={{ __html: html }} />
}

function List({ block: { ordered, start, reversed, items } }) {
  const rows = items.map((item, index) => (
    <li key={index}>
      <span dangerouslySetInnerHTML={{ __html: item.html }} />
      <Blocks blocks={item.blocks} />
    </li>
  ))
  if (!ordered) return <ul>{rows}</ul>
  return (
    <ol start={start} reversed={reversed}>
      {rows}
    </ol>
  )
}

function Quote({ block: { blocks, cite } }) {
  return (
    <figure className="quote">
      <blockquote>
        <Blocks blocks={blocks} />
      </blockquote>
      {cite && (
        <figcaption>
          <cite dangerouslySetInnerHTML={{ __html: cite }} />
        </figcaption>
      )}
    </figure>
  )
}

function Image({ block: { image, href, caption } }) {
  const picture = <Picture picture={image} sizes={SIZES} />
  return (
    <figure className="image">
      {href ? <a href={href}>{picture}</a> : picture}
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

function Html({ block: { html } }) {
  return <div className="html" dangerouslySetInnerHTML={{ __html: html }} />
}

function Code({ block: { html, language, description } }) {
  return (
    <figure className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={words.article.codeLabel}>
        <pre>
          <code data-language={language} dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
      </section>
      {description && <figcaption>{description}</figcaption>}
    </figure>
  )
}

function Columns({ block: { columns } }) {
  return (
    <div className="columns">
      {columns.map(({ width, blocks }, index) => (
        <div key={index} style={width ? { flexBasis: width } : undefined}>
          <Blocks blocks={blocks} />
        </div>
      ))}
    </div>
  )
}

function Group({ block: { blocks } }) {
  return (
    <div className="group">
      <Blocks blocks={blocks} />
    </div>
  )
}

function Separator({ block: { size, color } }) {
  return <hr className={`separator-${size}`} style={color ? { '--separator': color } : undefined} />
}

function Transparent({ block: { blocks } }) {
  return <Blocks blocks={blocks} />
}

const BLOCKS = {
  paragraph: Paragraph,
  heading: Heading,
  list: List,
  quote: Quote,
  table: Table,
  image: Image,
  html: Html,
  code: Code,
  columns: Columns,
  group: Group,
  separator: Separator,
  'reusable-block': Transparent,
}
