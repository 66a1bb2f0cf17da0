/**
 * WebKit draws nothing over a broken image (CARD-39). Inline in the head, because the first images fail before any
 * other script runs.
 */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
