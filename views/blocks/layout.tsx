import type { CSSProperties } from 'react'
import { type EmbedBlock, embedRow } from '../../src/content/block.ts'
import { isKeyEvent, titleOfUpdate, versionOf } from '../../src/content/live.ts'
import { LabelledGroup, ScrollBox } from '../components/groups.tsx'
import { PublishedTime, Spaced } from '../components/inline.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Separator({ block }: BlockProps<'separator'>) {
  const style = block.color ? ({ '--separator': block.color } as CSSProperties) : undefined
  return <hr className={`separator-${block.size}`} style={style} />
}

export function Spacer({ block }: BlockProps<'spacer'>) {
  return <div style={{ height: block.height }} aria-hidden="true" />
}

export function Columns({ block, inner }: BlockProps<'columns'>) {
  const row = embedRow(block)
  if (row) return <EmbedRow embeds={row} inner={inner} />
  return (
    <div className="columns">
      {block.columns.map((column, index) => (
        <div key={index} className="body-text" style={column.width ? { flexBasis: column.width } : undefined}>
          {inner(column.blocks)}
        </div>
      ))}
    </div>
  )
}

export function Group({ block, inner }: BlockProps<'group'>) {
  const row = embedRow(block)
  if (row) return <EmbedRow id={block.id} embeds={row} inner={inner} />
  return (
    <div className="group body-text" id={block.id}>
      {inner(block.blocks)}
    </div>
  )
}

interface EmbedRowProps extends Pick<BlockProps<'group'>, 'inner'> {
  embeds: readonly EmbedBlock[]
  id?: string | undefined
}

/** Scrolls sideways (EMB-14). */
function EmbedRow({ embeds, id, inner }: EmbedRowProps) {
  return (
    <ScrollBox as="ul" className="embed-row" id={id} label={useMessages().embeds.row}>
      {embeds.map((embed, index) => (
        <li key={index}>{inner([embed])}</li>
      ))}
    </ScrollBox>
  )
}

export function ShadeContent({ block, inner }: BlockProps<'shade-content'>) {
  const messages = useMessages()
  return (
    <details className="shade body-text" id={block.id}>
      <summary>{block.label ?? messages.shade.open}</summary>
      <div className="shade-text">{inner(block.blocks)}</div>
    </details>
  )
}

export function Details({ block, inner }: BlockProps<'details'>) {
  return (
    <details open={block.isOpen}>
      <summary dangerouslySetInnerHTML={{ __html: block.summary }} />
      <div className="group body-text">{inner(block.blocks)}</div>
    </details>
  )
}

export function Correction({ block, inner }: BlockProps<'correction'>) {
  const messages = useMessages()
  return (
    <LabelledGroup className="correction body-text" id={block.id} role="note" label={messages.article.correction}>
      <p className="correction-label">
        <Spaced>
          <strong>{messages.article.correction}</strong>
          {block.published && <PublishedTime published={block.published} />}
        </Spaced>
      </p>
      {inner(block.blocks)}
    </LabelledGroup>
  )
}

export function Transparent({ block, inner }: BlockProps<'reusable-block' | 'unknown'>) {
  return inner(block.blocks)
}

export function LiveUpdate({ block, inner }: BlockProps<'live-update'>) {
  const { share, live } = useMessages().article
  const { pinned } = live
  const { id, published, isPinned, heading, blocks } = block
  return (
    <LabelledGroup
      className={[
        'live-update body-text',
        isPinned && 'live-pinned',
        isKeyEvent(block) && 'live-key',
        block.isOfSameDay && 'is-same-day',
      ]
        .filter(Boolean)
        .join(' ')}
      id={id}
      label={titleOfUpdate(block) || published?.clock || pinned}
      data-update={id}
      data-version={versionOf(block)}
    >
      {(published || isPinned) && (
        <p className="live-time">
          <Spaced>
            {isPinned && <strong>{pinned}</strong>}
            {published && (
              <a href={`#${encodeURIComponent(id)}`}>
                <time dateTime={published.time.iso}>
                  <span className="live-day">{published.day}, </span>
                  <b>{published.clock}</b>
                </time>
              </a>
            )}
            <button className="live-share needs-script" type="button" data-share={`#${encodeURIComponent(id)}`}>
              {share}
            </button>
          </Spaced>
        </p>
      )}
      {inner(heading ? [heading, ...blocks] : blocks)}
    </LabelledGroup>
  )
}
