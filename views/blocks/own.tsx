import { useService } from '../context.ts'
import { IslandRoot } from '../islands/island.tsx'
import type { BlockProps } from './props.ts'

/** docs/decisions/050. */
export function Own({ block: { name, content, blocks }, inner }: BlockProps<'own'>) {
  const { language } = useService()
  return content.page({
    language,
    inner: inner(blocks),
    island(Component, props) {
      const json = JSON.stringify(props)
      // Props that JSON cannot carry to the browser fail on the server too.
      const sent: typeof props = JSON.parse(json)
      return <IslandRoot name={name} Component={Component} props={sent} idPrefix={prefixOf(name + json)} />
    },
  })
}

/** React numbers ids from an island's root, so each needs a prefix (FNV-1a). */
function prefixOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `i${(hash >>> 0).toString(36)}`
}
