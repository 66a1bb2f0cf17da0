declare module 'opentype.js' {
  export interface Path {
    toPathData(decimals?: number): string
  }

  export interface Glyph {
    index: number
    /** Units of the font. */
    advanceWidth?: number
    /** Pixels; the baseline is at y, which grows downwards. */
    getPath(x: number, y: number, size: number): Path
  }

  export interface Font {
    unitsPerEm: number
    /** 0: absent. */
    charToGlyphIndex(character: string): number
    /** Without ligatures. */
    charToGlyph(character: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }

  const opentype: {
    /** @throws {Error} for an unknown font */
    parse(bytes: ArrayBuffer): Font
  }
  export default opentype
}

declare module 'wawoff2/decompress.js' {
  /** @throws {Error} for files other than WOFF2 */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>
}
