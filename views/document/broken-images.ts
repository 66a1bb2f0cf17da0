/**
 * Replaces a card's broken image by a placeholder (CARD-39), also in WebKit, which draws nothing over one. It runs
 * inline in the head, because the first images fail before any other script runs.
 */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
