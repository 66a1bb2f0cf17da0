/** Pages that confirm a subscription, one for each token. */
export const CONFIRMATION_PATH = '/newsletter/potwierdz'

/** Where a subscription is confirmed, on the portal it was made on. */
export function confirmPath(token: string): string {
  return `${CONFIRMATION_PATH}/${token}`
}
