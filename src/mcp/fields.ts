import { didYouMean } from '../lib/did-you-mean.ts'
import type { Kontor } from './tool.ts'

/** The fields of an app, as its definition tells them to whoever may read it. */
export async function fieldsOf(kontor: Kontor, place: { namespace: string; code: string }) {
  const { application } = await kontor.scheme.getApp({ params: place })
  return application
}

/** The API ignores unknown fields; an assistant that mistypes one must hear of it. */
export function checkNames(known: readonly string[], given: readonly string[]): void {
  const wrong = given.find((each) => !known.includes(each))
  if (wrong === undefined) return
  throw new WrongArgument(`unknown field "${wrong}"${didYouMean(wrong, known)}`)
}

/** An argument that the caller can mend. */
export class WrongArgument extends Error {}
