import { onClick } from './on-click.ts'

/** What a list shows while another page of it is awaited, fetched when one is asked for (CARD-26). */
export function startPagination(): void {
  // The list stays where the boxes cannot be had.
  onClick('.pagination a', () => void import('./awaited-list.ts').then(({ awaitPage }) => awaitPage()).catch(() => {}))
}
