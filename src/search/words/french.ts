export { stemmer } from '@orama/stemmers/french'

export const stopWords: ReadonlySet<string> = new Set(
  'a afin ai apres au aux avec c ce ces cet cette comme comment d dans de depuis des donc du elle elles en entre est et etre eu il ils j je l la le les leur leurs lors lui m mais me meme mes n ne non nos notre nous on ont ou par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon ses si son sont sur t ta te tes ton tous tout toute toutes tu un une vers vos votre vous y'.split(
    ' ',
  ),
)
