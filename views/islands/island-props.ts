/** What the server wrote for an island (`island.tsx`) into the portal's own document. */
export function islandProps<P extends object>(root: HTMLElement): P {
  return JSON.parse(root.dataset.props ?? '{}') as P
}
