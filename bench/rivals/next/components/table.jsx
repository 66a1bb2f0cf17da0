import { words } from '../content/content'

/** Scrolls sideways inside its own box. */
export function Table({ block: { head, body, foot, caption } }) {
  return (
    <figure className="table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={words.article.tableScroll}>
        <table>
          {head.length > 0 && (
            <thead>
              <Rows rows={head} />
            </thead>
          )}
          {body.length > 0 && (
            <tbody>
              <Rows rows={body} />
            </tbody>
          )}
          {foot.length > 0 && (
            <tfoot>
              <Rows rows={foot} />
            </tfoot>
          )}
        </table>
      </section>
      {caption && <figcaption dangerouslySetInnerHTML={{ __html: caption }} />}
    </figure>
  )
}

function Rows({ rows }) {
  return rows.map((row, index) => (
    <tr key={index}>
      {row.map((cell, column) => (
        <Cell key={column} cell={cell} />
      ))}
    </tr>
  ))
}

function Cell({ cell: { html, isHeader, scope, colSpan, rowSpan, align } }) {
  const Tag = isHeader ? 'th' : 'td'
  return (
    <Tag
      scope={isHeader ? scope : undefined}
      colSpan={colSpan}
      rowSpan={rowSpan}
      className={align && `align-${align}`}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
