import 'dayjs/locale/ru.js'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

dayjs.extend(customParseFormat)

const FORMATS = [
  'YYYY-MM-DD',
  ...['D.M.YYYY', 'DD.MM.YYYY', 'D.M.YY', 'DD.MM.YY'],
  ...['D MMM YYYY', 'DD MMM YYYY', 'D MMMM YYYY', 'DD MMMM YYYY'],
  ...['M/D/YYYY', 'MM/DD/YYYY'],
]

/** A day that was typed in one of the usual ways, as `2026-03-02`; null for anything else. */
export function parseDay(text: string, language: string): string | null {
  const found = FORMATS.map((format) => dayjs(text.trim(), format, language, true))
  return found.find((each) => each.isValid())?.format('YYYY-MM-DD') ?? null
}
