/** Used parts of packages without types of their own. */

declare module 'opentype.js' {
  export interface Path {
    toPathData(decimals?: number): string
  }

  export interface Glyph {
    index: number
    /** In units of the font. */
    advanceWidth?: number
    /** Outlines in pixels, with the baseline at y; y grows downwards. */
    getPath(x: number, y: number, size: number): Path
  }

  export interface Font {
    unitsPerEm: number
    /** 0: the font does not have it. */
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
  /** Unpacks a WOFF2 file. @throws {Error} for other files */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>
}
