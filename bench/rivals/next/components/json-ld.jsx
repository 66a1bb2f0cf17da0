/** Structured data for search engines. */
export function JsonLd({ graph }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: forScript(graph) }} />
}

/** JSON that cannot end the script it stands in. */
function forScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
