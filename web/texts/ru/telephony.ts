import { plural } from '../plural.ts'
import type { Texts } from '../texts.ts'

export const telephony: Texts['telephony'] = {
  makesNoCalls:
    'Kontor не совершает и не записывает звонки. Он хранит, чей это внутренний номер, для телефонной системы модуля.',
  none: 'Ни один модуль телефонии не включён.',
  noneHint: 'Телефонию предоставляет модуль решения; здесь его номера закрепляют за сотрудниками.',
  module: 'Модуль',
  count: (n) => plural('ru', n, { one: '# номер', few: '# номера', other: '# номеров' }),
  extension: 'Внутренний номер',
  person: 'Сотрудник',
  extensionOf: (row) => `Внутренний номер, строка ${row}`,
  personOf: (row) => `Сотрудник, строка ${row}`,
  add: 'Добавить номер',
  remove: (number) => `Убрать ${number}`,
  discard: 'Отменить изменения',
  saved: 'Номера сохранены.',
  conflicts: 'Ничего не сохранено: проверьте отмеченные строки.',
  missingNumber: 'Нужен номер.',
  missingPerson: 'Выберите сотрудника.',
  unknownPerson: 'Этот сотрудник удалён.',
  twice: (row) => `Тот же номер, что в строке ${row}.`,
}
