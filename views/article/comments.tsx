import { copy } from '../../src/copy.ts'

/** The place of the discussion below the first article, when the CMS asks for one (spec 2; decisions 26 and 68). */
export function Comments() {
  return (
    <section className="comments" aria-label={copy.article.comments}>
      <h2 className="section-title">{copy.article.comments}</h2>
      <p>
        {copy.article.commentsClosed} <a href="/kontakt">{copy.article.writeToUs}</a>
      </p>
    </section>
  )
}
