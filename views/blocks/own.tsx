import { useService } from '../context.ts'
import { IslandRoot } from '../islands/island.tsx'
import type { BlockProps } from './props.ts'

/** A block of the site's own (docs/decisions/050). */
export function Own({ block: { name, content, blocks }, inner }: BlockProps<'own'>) {
  const { language } = useService()
  return content.page({
    language,
    inner: inner(blocks),
    island(Component, props) {
      const json = JSON.stringify(props)
      // As the browser gets them: what does not travel fails now, and is reported.
      const sent: typeof props = JSON.parse(json)
      return <IslandRoot name={name} Component={Component} props={sent} idPrefix={prefixOf(name + json)} />
    },
  })
}

/** A prefix for the ids of one island: each has a root of its own, and React numbers ids from the root (FNV-1a). */
function prefixOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `i${(hash >>> 0).toString(36)}`
}
