import { ScrollBox } from '../components/scroll-box.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

export function Code({ block }: BlockProps<'code'>) {
  const messages = useMessages()
  return (
    <figure className="code">
      <ScrollBox className="code-box" label={messages.article.codeLabel}>
        <pre>
          <code data-language={block.language} dangerouslySetInnerHTML={{ __html: block.html }} />
        </pre>
      </ScrollBox>
      {block.description && <figcaption>{block.description}</figcaption>}
    </figure>
  )
}
