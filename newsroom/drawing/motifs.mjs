import { samochod } from './cars.mjs'
import { wykres } from './charts.mjs'
import { miasto } from './city.mjs'
import { bateria, ekran } from './devices.mjs'
import { lancuch, siec } from './links.mjs'
import { moneta, portfel } from './money.mjs'
import { dokument, ksiega } from './paper.mjs'
import { gwiazdy } from './stars.mjs'
import { fale, mozaika } from './surfaces.mjs'
import { klucz, tarcza } from './trust.mjs'

/** The words an author may end a file name with; each draws the object in front of the wall. */
const MOTIFS = {
  lancuch,
  siec,
  wykres,
  portfel,
  klucz,
  tarcza,
  moneta,
  ksiega,
  fale,
  mozaika,
  ekran,
  samochod,
  bateria,
  gwiazdy,
  miasto,
  dokument,
}

/** A name whose last word nobody draws still gets a picture: a mosaic says nothing untrue. */
export const motifOf = (name) => {
  const word = name.split('-').at(-1)
  return Object.hasOwn(MOTIFS, word) ? MOTIFS[word] : MOTIFS.mozaika
}
