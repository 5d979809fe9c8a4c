import type { Texts } from '../texts.ts'

export const storage: Texts['storage'] = {
  system: 'Система',
  module: (name) => `Модуль · ${name}`,
  anywhere: 'Везде',
  prefix: 'Ключи, которые начинаются с…',
  create: 'Новая запись',
  none: 'Записей нет.',
  noneHint: 'Программы и процессы держат здесь небольшие значения по ключам.',
  never: 'никогда',
  version: (n) => `версия ${n}`,
  fields: {
    key: 'Ключ',
    place: 'Место',
    size: 'Размер',
    updated: 'Изменено',
    expires: 'Истекает',
    value: 'Значение',
  },
  lifetime: 'Срок хранения',
  forever: 'Бессрочно',
  until: (moment) => `Без изменений, до ${moment}`,
  lifetimes: {
    hour: '1 час',
    day: '1 день',
    week: '1 неделя',
    month: '30 дней',
    year: '1 год',
  },
}
