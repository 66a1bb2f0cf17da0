import { onClick } from './on-click.ts'

/** Loads the placeholders of a list on a click on another page (CARD-26). */
export function startPagination(): void {
  // Without the module the list stays.
  onClick('.pagination a', () => void import('./awaited-list.ts').then(({ awaitPage }) => awaitPage()).catch(() => {}))
}
