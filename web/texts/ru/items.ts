import type { Texts } from '../index.ts'
import { plural } from '../plural.ts'

export const items: Texts['items'] = {
  values: {
    unknown: 'Недоступно',
    total: 'Итого',
    hour: 'ч',
    minute: 'мин',
    hours: (n) => `${n} ч`,
    minutes: (n) => `${n} мин`,
    seconds: (n) => `${n} с`,
    rows: (n) => plural('ru', n, { one: '# строка', few: '# строки', other: '# строк' }),
  },
  input: {
    search: 'Поиск…',
    nothingFound: 'Ничего не найдено',
    currency: 'Валюта',
    timeOf: (name) => `${name}: время`,
    hoursOf: (name) => `${name}: часы`,
    minutesOf: (name) => `${name}: минуты`,
    typeOf: (name) => `${name}: вид`,
    appOf: (name) => `${name}: приложение`,
    addFile: 'Добавить файл',
    addFiles: 'Добавить файлы',
    uploading: 'Загрузка',
    remove: (name) => `Убрать ${name}`,
    removeRow: (n) => `Убрать строку ${n}`,
    addRow: 'Добавить строку',
    addAnother: 'Добавить ещё',
    notJson: 'Это пока не JSON.',
    lastname: 'Фамилия',
    firstname: 'Имя',
    middlename: 'Отчество',
  },
  contactTypes: { work: 'рабочий', mobile: 'мобильный', home: 'домашний', main: 'основной' },
  roleTypes: { user: 'сотрудник', group: 'группа', osnode: 'отдел или должность' },
}
