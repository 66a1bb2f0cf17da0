/** The properties of an image that are known before decoding. */
export interface ImageHeader {
  width: number
  height: number
  /** Maximum memory of the decoder. Bytes. */
  memory: number
  /** The parts of the file that the decoder needs; absent: all of it. */
  parts?: Part[]
}

/** Byte range of a file. */
export type Part = [from: number, to: number]
