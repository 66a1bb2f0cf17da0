import { NewsroomFileError, parseYaml, type SeriesFile, seriesFile } from './front-matter.ts'

/**
 * Parses `series.yaml` (newsroom/README.md, "A series").
 * @throws {NewsroomFileError}
 */
export function parseSeries(file: string, text: string): SeriesFile {
  const series = parseYaml(file, text, seriesFile)
  const slugs = series.map(({ slug }) => slug)
  const twice = slugs.findIndex((slug, index) => slugs.indexOf(slug) !== index)
  if (twice !== -1) throw new NewsroomFileError(`${file}: field "${twice}.slug" names a second "${slugs[twice]}"`)
  for (const [index, { parts }] of series.entries()) {
    const again = parts.findIndex((part, at) => parts.indexOf(part) !== at)
    if (again !== -1)
      throw new NewsroomFileError(`${file}: field "${index}.parts.${again}" names "${parts[again]}" a second time`)
  }
  return series
}

/** Reports parts that the service does not have. */
export function unknownParts(file: string, all: SeriesFile, isKnown: (slug: string) => boolean): NewsroomFileError[] {
  return all.flatMap(({ parts }, index) =>
    parts.flatMap((part, at) =>
      isKnown(part)
        ? []
        : [new NewsroomFileError(`${file}: field "${index}.parts.${at}" names no article of the service: "${part}"`)],
    ),
  )
}
