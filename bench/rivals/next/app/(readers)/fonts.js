import localFont from 'next/font/local'

/*
 * The portal's families in the files that Google Fonts serves, latin and latin-ext, as `next/font/google` would declare
 * them; it cannot be used, because it downloads them. The options must be literals.
 */

export const display = localFont({
  src: '../../made/fonts/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  variable: '--display-latin',
  adjustFontFallback: 'Arial',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
})

export const displayExtended = localFont({
  src: '../../made/fonts/bricolage-grotesque-latin-ext-wght-normal.woff2',
  weight: '200 800',
  variable: '--display-extended',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})

export const text = localFont({
  src: '../../made/fonts/source-serif-4-latin-wght-normal.woff2',
  weight: '200 900',
  variable: '--text-latin',
  adjustFontFallback: 'Times New Roman',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
})

export const textExtended = localFont({
  src: '../../made/fonts/source-serif-4-latin-ext-wght-normal.woff2',
  weight: '200 900',
  variable: '--text-extended',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})
