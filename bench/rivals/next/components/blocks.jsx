import { fill, words } from '../content/content'
import { Picture } from './picture'
import { PublishedTime } from './published-time'
import { Table } from './table'
import { Video } from './video'

const SIZES = '(min-width: 768px) 690px, 100vw'
const GALLERY_SIZES = '(min-width: 768px) 620px, 86vw'

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

function Gallery({ block: { items, caption } }) {
  const { label, open } = words.gallery
  return (
    <figure className="gallery">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className="gallery-row" tabIndex={0} aria-label={label}>
        {items.map((item, index) => (
          <li key={index}>
            <figure>
              <a href={item.image.src} aria-label={fill(open, { position: index + 1, count: items.length })}>
                <Picture picture={item.image} sizes={GALLERY_SIZES} />
              </a>
              {item.caption && <figcaption dangerouslySetInnerHTML={{ __html: item.caption }} />}
            </figure>
          </li>
        ))}
      </ul>
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

function Embed({ block }) {
  return (
    <figure className="embed">
      <Video video={block} />
      {block.caption && <figcaption dangerouslySetInnerHTML={{ __html: block.caption }} />}
    </figure>
  )
}

function Correction({ block: { id, published, blocks } }) {
  return (
    <div className="correction" id={id} role="note">
      <p className="correction-label">
        <strong>{words.article.correction}</strong> {published && <PublishedTime published={published} />}
      </p>
      <Blocks blocks={blocks} />
    </div>
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
  gallery: Gallery,
  correction: Correction,
  youtube: Embed,
  vimeo: Embed,
  tiktok: Embed,
  twitter: Embed,
  facebook: Embed,
  instagram: Embed,
  reddit: Embed,
  linkedin: Embed,
  spotify: Embed,
  soundcloud: Embed,
  giphy: Embed,
  embed: Embed,
  gfycat: Embed,
}
