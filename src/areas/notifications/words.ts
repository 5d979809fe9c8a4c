import type { Kind } from './operations.ts'
import type { Language, LetterLine } from './store/letters.ts'

type Words = {
  system: string
  kinds: Record<Kind, (who: string) => string>
  subject: (count: number) => string
  inbox: (address: string) => string
  why: string
}

/** Texts of mails, in the language of the receiver. */
export const WORDS: Record<Language, Words> = {
  en: {
    system: 'System',
    kinds: {
      mention: (who) => `${who} mentioned you`,
      message: (who) => `${who} wrote`,
      comment: (who) => `${who} commented`,
      task: (who) => `${who} has a task for you`,
      system: (who) => `${who} says`,
    },
    subject: (count) => `${count} notifications`,
    inbox: (address) => `Your inbox: ${address}`,
    why: 'You get this because your notification settings say so.',
  },
  ru: {
    system: 'Система',
    kinds: {
      mention: (who) => `${who}: вас упомянули`,
      message: (who) => `${who}: сообщение`,
      comment: (who) => `${who}: комментарий`,
      task: (who) => `${who}: задача для вас`,
      system: (who) => who,
    },
    subject: (count) => `Уведомления: ${count}`,
    inbox: (address) => `Ваши уведомления: ${address}`,
    why: 'Письмо пришло согласно вашим настройкам уведомлений.',
  },
}

export function lineOf({ kind, actor, text }: LetterLine, language: Language): string {
  const words = WORDS[language]
  const said = text.replace(/\s+/g, ' ').trim()
  return `${words.kinds[kind](actor ?? words.system)}${said === '' ? '' : `: ${said}`}`
}

/** A shorter form. */
export const titleOf = (told: LetterLine, language: Language): string =>
  [...lineOf(told, language)].slice(0, 150).join('')
