import { randomBytes } from 'node:crypto'
import { createContext, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The parts of one document that are bytes already. */
export interface ReadyMade {
  /** Stands in for bytes in what React renders. */
  mark(pieces: readonly Buffer[]): string
  /** The document in pieces, the bytes where their marks stood. */
  pieces(document: Buffer): Buffer[]
}

/** Drawn anew for each process and never sent, so that no content can hold one. Nothing in it is ever escaped. */
const MARK = Buffer.from(`:${randomBytes(12).toString('hex')}:`)
const MARK_TEXT = MARK.toString()
const MARK_END = ':'

export function createReadyMade(): ReadyMade {
  const marked: Array<readonly Buffer[]> = []
  return {
    mark: (pieces) => `${MARK_TEXT}${marked.push(pieces) - 1}${MARK_END}`,
    pieces(document) {
      const chunks: Buffer[] = []
      let from = 0
      for (let at = document.indexOf(MARK); at !== -1; at = document.indexOf(MARK, from)) {
        const end = document.indexOf(MARK_END, at + MARK.length)
        const pieces = marked[Number(document.toString('latin1', at + MARK.length, end))] ?? []
        chunks.push(document.subarray(from, at), ...pieces)
        from = end + MARK_END.length
      }
      chunks.push(document.subarray(from))
      return chunks
    },
  }
}

const ReadyMadeContext = createContext<ReadyMade | undefined>(undefined)
export const ReadyMadeProvider = ReadyMadeContext.Provider

/** Renders a part that will be put in as it stands, and that may itself have such parts. */
export function renderPieces(part: ReactNode): readonly Buffer[] {
  const readyMade = createReadyMade()
  const html = renderToStaticMarkup(<ReadyMadeProvider value={readyMade}>{part}</ReadyMadeProvider>)
  return readyMade.pieces(Buffer.from(html))
}

/**
 * Content that was rendered before, for `dangerouslySetInnerHTML`: React gets a mark in a document that splices, and the
 * text where it stands alone. To encode it anew for each page was a third of what a page costs (docs/decisions/003).
 * @param render may render by itself, so it runs after the hook
 */
export function useReadyMade(render: () => readonly Buffer[]): { __html: string } {
  const document = useContext(ReadyMadeContext)
  const pieces = render()
  return { __html: document ? document.mark(pieces) : Buffer.concat(pieces).toString() }
}

/**
 * The same for children, without an element around them: call it before anything renders by itself, and what it returns
 * with bytes as often as there are places.
 */
export function useReadyMadeChildren(): (pieces: readonly Buffer[]) => string {
  const document = useContext(ReadyMadeContext)
  if (!document) throw new Error('a ready-made child outside of a document')
  return document.mark
}
