import { useLanguage, useTexts } from '../../../texts/index.ts'
import { useTold } from '../../../texts/told.ts'
import { useBuildTexts } from '../../build/texts.ts'
import { type Change, type Vocabulary, withNames, withTypes } from './in-words.ts'

/** The words for what differs in a definition. */
export function useVocabulary(names: Change['names']): Vocabulary {
  const texts = useBuildTexts()
  const { yes, no } = useTexts().frame.values
  return {
    names,
    language: useLanguage(),
    texts,
    types: { ...texts.app.fields.types, ...texts.app.views.types },
    flags: { yes, no },
  }
}

/** What the server says of a definition, with names for codes. */
export function useLines(names: Change['names']): (line: string) => string {
  const told = useTold()
  const words = useVocabulary(names)
  return (line) => withTypes(told(withNames(line, words)), words)
}
