import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Code({ block }: BlockProps<'code'>) {
  const messages = useMessages()
  return (
    <figure className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={messages.article.codeLabel}>
        <pre>
          <code data-language={block.language} dangerouslySetInnerHTML={{ __html: block.html }} />
        </pre>
      </section>
      {block.description && <figcaption>{block.description}</figcaption>}
    </figure>
  )
}
