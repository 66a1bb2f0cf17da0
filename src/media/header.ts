export interface ImageHeader {
  width: number
  height: number
  /** Maximum bytes of the decoder. */
  memory: number
  /** The parts of the file that the decoder needs; absent: all of it. */
  parts?: Part[]
}

/** Byte range of a file. */
export type Part = [from: number, to: number]
