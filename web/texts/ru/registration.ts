import { plural } from '../plural.ts'
import type { Texts } from '../texts.ts'

export const registration: Texts['registration'] = {
  journal: 'Журнал',
  nomenclature: 'Номенклатура',
  search: 'Поиск по номеру',
  anyFolder: 'Любое дело',
  anyApp: 'Любое приложение',
  since: 'С',
  until: 'По',
  nothing: 'Ничего не зарегистрировано.',
  nothingHint: 'Номера появятся здесь, когда люди или процессы зарегистрируют документы.',
  noItem: 'документа ещё нет',
  untitled: 'Без названия',
  actionsOf: (name) => `Действия: ${name}`,
  reserve: 'Зарезервировать номер',
  reserved: (number) => `Номер ${number} зарезервирован.`,
  noReserve: 'Ни в одном деле нельзя резервировать номера.',
  change: 'Изменить номер или дату',
  changeTitle: (number) => `Изменить ${number}`,
  cancel: 'Аннулировать номер',
  cancelTitle: (number) => `Аннулировать ${number}?`,
  cancelHint:
    'Номер останется в журнале зачёркнутым. Снова он будет выдан, только если дело использует освободившиеся номера.',
  fields: {
    number: 'Номер',
    date: 'Дата',
    item: 'Документ',
    folder: 'Дело',
    app: 'Приложение',
    registrar: 'Регистратор',
    state: 'Состояние',
    name: 'Название',
    docflow: 'Направление',
  },
  states: { registered: 'Зарегистрирован', reserved: 'Зарезервирован', canceled: 'Аннулирован' },
  docflows: { input: 'Входящие', output: 'Исходящие', internal: 'Внутренние' },
  newOffice: 'Новая канцелярия',
  newCategory: 'Новый раздел',
  newFolder: 'Новое дело',
  edit: (name) => `Изменить: ${name}`,
  noOffices: 'Канцелярий пока нет.',
  noOfficesHint: 'В канцелярии есть разделы и дела, а дело нумерует документы.',
  numbering: {
    typed: 'номера вводят вручную',
    through: (folder) => `сквозная нумерация с «${folder}»`,
    reserve: 'можно резервировать',
    editable: 'можно изменять',
    released: 'освободившиеся номера выдаются снова',
    resets: {
      year: (n) =>
        plural('ru', n, {
          one: n === 1 ? 'счёт заново каждый год' : 'счёт заново каждый # год',
          few: 'счёт заново каждые # года',
          other: 'счёт заново каждые # лет',
        }),
      month: (n) =>
        plural('ru', n, {
          one: n === 1 ? 'счёт заново каждый месяц' : 'счёт заново каждый # месяц',
          few: 'счёт заново каждые # месяца',
          other: 'счёт заново каждые # месяцев',
        }),
      week: (n) =>
        plural('ru', n, {
          one: n === 1 ? 'счёт заново каждую неделю' : 'счёт заново каждую # неделю',
          few: 'счёт заново каждые # недели',
          other: 'счёт заново каждые # недель',
        }),
      day: (n) =>
        plural('ru', n, {
          one: n === 1 ? 'счёт заново каждый день' : 'счёт заново каждый # день',
          few: 'счёт заново каждые # дня',
          other: 'счёт заново каждые # дней',
        }),
    },
  },
  periods: { year: 'по годам', month: 'по месяцам', week: 'по неделям', day: 'по дням' },
  form: {
    templateEnabled: 'Присваивать номера автоматически',
    template: 'Шаблон',
    templateHint: '{$__index} — счётчик, {$__date.year} — год',
    minLength: 'Цифр',
    minLengthHint: 'не меньше',
    through: 'Счётчик',
    ownCounter: 'Собственный',
    reset: 'Счётчик начинается сначала',
    never: 'Никогда',
    every: 'Каждые',
    reserveEnabled: 'Номера можно резервировать',
    editAfterRegistration: 'Номер и дату можно изменить позже',
    useReleased: 'Освободившиеся номера выдаются снова',
  },
}
