/** Base path of the pages that confirm a subscription. */
export const CONFIRMATION_PATH = '/newsletter/potwierdz'

/** Path that confirms a subscription, on the portal where it was made. */
export function confirmPath(token: string): string {
  return `${CONFIRMATION_PATH}/${token}`
}
