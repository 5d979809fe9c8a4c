import type { calendars as en } from '../en/admin-calendars.ts'
import { plural } from '../plural.ts'

export const calendars: typeof en = {
  hint: 'По этим календарям считаются сроки в рабочем времени, таймеры и уровни обслуживания. У человека действует календарь, в котором он назван сам, иначе — календарь его подразделения, группы или должности, иначе — общий.',
  none: 'Календарей нет.',
  noneHint: 'Без календаря рабочее время — с понедельника по пятницу с 9 до 17 по UTC.',
  add: 'Новый календарь',
  solution: 'Решение',
  solutionHint: 'Где хранится его файл.',
  create: 'Создать',
  edit: 'Изменить',
  editOf: (name) => `Изменить: ${name}`,
  isDefault: 'общий',
  zone: 'Часовой пояс',
  hours: 'Рабочие часы',
  free: 'выходной',
  holidays: 'Ближайшие нерабочие дни',
  more: (n) => `и ещё ${n}`,
  noHolidays: 'нет',
  whose: 'Чей это календарь',
  everybody: 'Всех, у кого нет другого',
  nobody: 'Пока ничей',
  people: (n) =>
    plural('ru', n, {
      one: '# человек',
      few: '# человека',
      many: '# человек',
      other: '# человека',
    }),
  processes: 'Процессы',
  noProcesses: 'нет',
  time: 'Рабочее время от текущего момента',
  timeHint: 'Например: 4 working hours или 2 working days.',
  timeWrong: 'Ожидается рабочее время, например «2 working days».',
  result: (time) => `${time} от текущего момента`,
}
