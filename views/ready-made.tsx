import { randomBytes } from 'node:crypto'
import { createContext, useContext } from 'react'

/** The parts of one document that are bytes already. */
export interface ReadyMade {
  /** Stands in for bytes in what React renders. */
  mark(pieces: readonly Buffer[]): string
  /** The document, with the bytes where their marks stood. */
  splice(document: Buffer): Buffer
}

/** Drawn anew for each process and never sent, so that no content can hold one. Nothing in it is ever escaped. */
const MARK = Buffer.from(`:${randomBytes(12).toString('hex')}:`)
const MARK_TEXT = MARK.toString()
const MARK_END = ':'

export function createReadyMade(): ReadyMade {
  const marked: Array<readonly Buffer[]> = []
  return {
    mark: (pieces) => `${MARK_TEXT}${marked.push(pieces) - 1}${MARK_END}`,
    splice(document) {
      const chunks: Buffer[] = []
      let from = 0
      for (let at = document.indexOf(MARK); at !== -1; at = document.indexOf(MARK, from)) {
        const end = document.indexOf(MARK_END, at + MARK.length)
        const pieces = marked[Number(document.toString('latin1', at + MARK.length, end))] ?? []
        chunks.push(document.subarray(from, at), ...pieces)
        from = end + MARK_END.length
      }
      chunks.push(document.subarray(from))
      return Buffer.concat(chunks)
    },
  }
}

const ReadyMadeContext = createContext<ReadyMade | undefined>(undefined)
export const ReadyMadeProvider = ReadyMadeContext.Provider

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

/** The same as a child, where no element can stand around it: in `<head>`. */
export function useReadyMadeChild(render: () => readonly Buffer[]): string {
  const document = useContext(ReadyMadeContext)
  if (!document) throw new Error('a ready-made child outside of a document')
  return document.mark(render())
}
