import { useService } from '../context.ts'
import { IslandRoot } from '../islands/island.tsx'
import type { BlockProps } from './props.ts'

/** A block of the site's own (docs/decisions/050). */
export function Own({ block: { name, content, blocks }, inner }: BlockProps<'own'>) {
  const { language } = useService()
  return content.page({
    language,
    inner: inner(blocks),
    island: (Component, props) => <IslandRoot name={name} when="touched" Component={Component} props={props} />,
  })
}
