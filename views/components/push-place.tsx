import type { CSSProperties } from 'react'
import { usePortal } from '../context.ts'

interface PushPlaceProps {
  /** Names for `POST /api/push`; the first is preset. */
  topics: ReadonlyArray<readonly [name: string, words: string]>
  isSection?: boolean
}

const ROWS: CSSProperties = { display: 'grid', gap: 'var(--space-3)' }

/** The browser asks only after a click (PUSH-12). src/client/features/push.ts works it. */
export function PushPlace({ topics, isSection = false }: PushPlaceProps) {
  const { service, push, preview } = usePortal()
  if (!push || preview) return null
  const { title, lead, turnOn, turnOff, on, off, blocked, install, unsupported, failed } = service.messages.push
  const words = { turnOn, turnOff, on, off, blocked, install, unsupported, failed }
  const Title = isSection ? 'h2' : 'p'
  return (
    <aside
      className="push needs-script"
      aria-label={title}
      data-push={push.publicKey}
      data-words={JSON.stringify(words)}
    >
      <div style={ROWS}>
        <Title>{isSection ? title : <strong>{title}</strong>}</Title>
        <p>{lead}</p>
        {topics.map(([name, label], index) => (
          <p key={name} hidden={topics.length === 1}>
            <label className="consent">
              <input type="checkbox" value={name} defaultChecked={index === 0} />
              <span>{label}</span>
            </label>
          </p>
        ))}
        <p>
          <button className="button" type="button">
            {topics.length === 1 ? `${turnOn}: ${lowerFirst(topics[0]?.[1] ?? '')}` : turnOn}
          </button>
        </p>
        <p className="form-message" role="status" />
      </div>
    </aside>
  )
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLocaleLowerCase() + words.slice(1)
}
