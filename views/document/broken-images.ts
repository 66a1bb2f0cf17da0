/**
 * A placeholder takes the place of a card's image that is missing or broken (CARD-39), also in WebKit, which draws nothing
 * over one; elsewhere the style sheet does it without a script. Text, because it runs inline in the head: the first images
 * fail before any other script runs.
 */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
