import { randomBytes } from 'node:crypto'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Service } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import { type Portal, ServiceProvider } from './context.ts'

interface Prerendered {
  mark(pieces: readonly Buffer[]): string
  pieces(document: Buffer): Buffer[]
}

/** The mark is random and never sent, so that content cannot have it; escaping leaves it. */
const MARK = `:${randomBytes(12).toString('hex')}:`
const MARK_END = ':'

export function createPrerendered(): Prerendered {
  const marked: Array<readonly Buffer[]> = []
  return {
    mark: (pieces) => `${MARK}${marked.push(pieces) - 1}${MARK_END}`,
    pieces(document) {
      const chunks: Buffer[] = []
      // One character a byte: a search in a buffer costs more.
      const text = document.toString('latin1')
      let from = 0
      for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, from)) {
        const end = text.indexOf(MARK_END, at + MARK.length)
        const pieces = marked[Number(text.slice(at + MARK.length, end))] ?? []
        chunks.push(document.subarray(from, at), ...pieces)
        from = end + MARK_END.length
      }
      chunks.push(document.subarray(from))
      return chunks
    },
  }
}

const PrerenderedContext = createContext<Prerendered | undefined>(undefined)
export const PrerenderedProvider = PrerenderedContext.Provider

/**
 * Parts may contain parts.
 * @param identifierPrefix of ids by `useId`, which start again in each part
 */
export function renderPieces(part: ReactNode, identifierPrefix: string): readonly Buffer[] {
  const prerendered = createPrerendered()
  const html = renderToStaticMarkup(<PrerenderedProvider value={prerendered}>{part}</PrerenderedProvider>, {
    identifierPrefix,
  })
  return prerendered.pieces(Buffer.from(html))
}

/**
 * A placeholder inside a document, else the text (docs/decisions/003).
 * @param render may use React, after the hook
 */
export function usePrerendered(render: () => readonly Buffer[]): { __html: string } {
  const document = useContext(PrerenderedContext)
  const pieces = render()
  return { __html: document ? document.mark(pieces) : Buffer.concat(pieces).toString() }
}

/** Precedes nested renders; the result serves each part. */
export function usePrerenderedChildren(): (pieces: readonly Buffer[]) => string {
  const document = useContext(PrerenderedContext)
  if (!document) throw new Error('a prerendered child outside of a document')
  return document.mark
}

export type ShellProps = Pick<Portal, 'service' | 'services' | 'integrations' | 'hasAnimations'>

/** The part may not depend on the request (docs/decisions/003). */
export function prerenderPerService(
  Part: ComponentType<ShellProps>,
  idPrefix: string,
): (props: ShellProps) => readonly Buffer[] {
  const once = memoizeByIdentity<Service, readonly Buffer[]>()
  return (props) => {
    const { service, ...settings } = props
    return once(service, Object.values(settings), () =>
      renderPieces(
        <ServiceProvider service={service}>
          <Part {...props} />
        </ServiceProvider>,
        idPrefix,
      ),
    )
  }
}
