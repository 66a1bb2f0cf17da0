/** What is known of a picture before anything of it is decoded. */
export interface PictureHeader {
  width: number
  height: number
  /** The most that its decoder holds. Bytes. */
  memory: number
  /** What of the file the decoder needs; absent: all of it. */
  parts?: Part[]
}

/** Of a file, in bytes. */
export type Part = [from: number, to: number]
