import type { health as en } from '../../en/day/health.ts'
import { plural } from '../../plural.ts'

export const health: typeof en = {
  title: 'Требует внимания',
  fine: 'Ничто не требует внимания.',
  checked: 'Проверки',
  allFine: (n) =>
    plural('ru', n, {
      one: 'пройдена # проверка',
      few: 'пройдены # проверки',
      other: 'пройдено # проверок',
    }),
  since: 'с',
  webhookFailing: (name) => `Вебхук «${name}» не работает`,
  webhookPaused: (name) => `Вебхук «${name}» приостановлен`,
  incidents: (n) =>
    plural('ru', n, { one: '# инцидент', few: '# инцидента', other: '# инцидентов' }),
  deadLetters: (n) =>
    plural('ru', n, {
      one: '# сообщение не получено',
      few: '# сообщения не получены',
      other: '# сообщений не получено',
    }),
  jobsFailed: (n) =>
    plural('ru', n, {
      one: '# задание не выполнено',
      few: '# задания не выполнены',
      other: '# заданий не выполнено',
    }),
  jobsLate: (n) =>
    plural('ru', n, {
      one: '# задание опаздывает больше чем на 15 минут',
      few: '# задания опаздывают больше чем на 15 минут',
      other: '# заданий опаздывают больше чем на 15 минут',
    }),
  jobsStuck: (n) =>
    plural('ru', n, {
      one: '# задание выполняется больше часа',
      few: '# задания выполняются больше часа',
      other: '# заданий выполняются больше часа',
    }),
  storage: (used, max) => `Файлы занимают ${used} из ${max}`,
  noBackup: 'Резервной копии ещё нет',
  oldBackup: 'Резервная копия устарела',
  backupHint: 'Запускайте «kontor backup» по расписанию.',
  backup: 'Последняя резервная копия',
  none: 'нет',
  failing: 'Вебхуки с ошибками',
  late: 'Опаздывающие задания',
  pause: (name) => `Приостановить: ${name}`,
  resume: (name) => `Возобновить: ${name}`,
}
