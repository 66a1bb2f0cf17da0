/** What the portal uses of packages without types of their own. */

declare module 'opentype.js' {
  export interface Path {
    /** @param decimals of each number */
    toPathData(decimals?: number): string
  }

  export interface Glyph {
    index: number
    /** In units of the font; absent for a glyph without one. */
    advanceWidth?: number
    /** Outlines in pixels, with the baseline at y; y grows downwards. */
    getPath(x: number, y: number, size: number): Path
  }

  export interface Font {
    unitsPerEm: number
    /** 0: the font does not have it. */
    charToGlyphIndex(character: string): number
    /** Without ligatures, of which it does not know every kind. */
    charToGlyph(character: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }

  const opentype: {
    /** @throws {Error} no font that it knows */
    parse(bytes: ArrayBuffer): Font
  }
  export default opentype
}

declare module 'wawoff2/decompress.js' {
  /** A WOFF2 file as TrueType or OpenType. @throws {Error} it is none */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>
}
