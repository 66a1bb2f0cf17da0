/** `lead` dominates, `stack` has its picture on top, `row` beside the text, `text` has none. */
export type CardShape = 'lead' | 'stack' | 'row' | 'text'

/** How wide the pictures of cards and of articles stand on the page, as the `sizes` attribute says it. */
export const PICTURE_SIZES: Record<Exclude<CardShape, 'text'>, string> = {
  lead: '(min-width: 1200px) 700px, 100vw',
  stack: '(min-width: 1200px) 380px, (min-width: 768px) 50vw, 100vw',
  row: '(min-width: 768px) 306px, 40vw',
}
export const HERO_SIZES = '(min-width: 1200px) 1000px, 100vw'
