/** What is wrong with a diagram. */
export const diagrams: Record<string, string> = {
  'the diagram is larger than {n} MiB': 'схема больше {n} МиБ',
  'the diagram has no executable process': 'на схеме нет исполняемого процесса',
  'this is not BPMN 2.0 XML: {why:say}': 'это не BPMN 2.0 XML: {why}',
  'a closing tag has no tag that it closes': 'закрывающему тегу нечего закрывать',
  'a tag, or the file as a whole, does not end': 'тег или весь файл обрывается',
  'it does not begin with <definitions> of BPMN': 'в начале нет <definitions> из BPMN',
  'the clock "{c}" is about the element "{e}", which is not in the diagram':
    'срок «{c}» задан для элемента «{e}», которого нет на схеме',
  'the clock "{c}" stands still at the status "{s}", which no app of its variables has':
    'срок «{c}» приостанавливается в статусе «{s}», которого нет ни в одном приложении из переменных процесса',
  'unknown variable "{v}"': 'неизвестная переменная «{v}»',
  '"{v}" is {type} and has no "{m}"': '«{v}» имеет тип {type}, и «{m}» у него нет',
  'there is no function "{f}" with {n} arguments':
    'нет функции «{f}» с таким числом аргументов: {n}',
  '"{v}" is {type}, a condition is true or false':
    '«{v}» имеет тип {type}, а условие либо верно, либо нет',
  '"{v}" is {type} and cannot be compared with a {what:what}':
    '«{v}» имеет тип {type}, с таким значением его не сравнить: {what}',
  'its flows come from different branches of one choice: it can never complete':
    'потоки приходят из разных ветвей одного выбора: он никогда не завершится',
  'the setting "{s}" is missing': 'не указана настройка «{s}»',
  'a script task needs a script': 'сценарию нужен текст',
  'the setting "result" needs the setting "app"': 'настройка «result» требует настройки «app»',
  '"{v}" cannot hold the item: expected a variable of type {t}':
    '«{v}» не может хранить элемент: нужна переменная типа {t}',
  'the setting "result" needs the setting "function"':
    'настройка «result» требует настройки «function»',
  '"{f}" is no name of a function': '«{f}» — не имя функции',
  'a script task has a script of its own or calls a function, not both':
    'у задачи либо собственный сценарий, либо вызов функции, но не оба сразу',
  'the process has no <kontor:scripts> with the function':
    'в процессе нет <kontor:scripts> с этой функцией',
  'an assignment needs mappings or a decision': 'присваиванию нужны соответствия или решение',
  'unknown setting "{s}", expected one of {all}': 'неизвестная настройка «{s}», есть: {all}',
  'unknown setting "{s}"': 'неизвестная настройка «{s}»',
  'the setting "{s}" is one of {all}': 'настройка «{s}» — одно из: {all}',
  'the decision cannot be read: {why:say}': 'решение не читается: {why}',
  'a decision is a list of rules, each with "then" and optionally "when"':
    'решение — список правил, в каждом «then» и, если нужно, «when»',
  'only activities can have loops': 'повторяться могут только действия',
  'the number of runs comes from the performers, not from the loop':
    'число повторов задают исполнители, а не повторение',
  'the maximum of a loop must be a whole number above 0':
    'наибольшее число повторов — целое, больше 0',
  'a loop needs a condition or a maximum': 'повторению нужно условие или наибольшее число',
  'a loop needs a list or a number of runs': 'повторению нужен список или число повторов',
  'a loop cannot run "{n}" times': 'повторить «{n}» раз нельзя',
  'a quantity must be a whole number from 1 to {n}': 'количество — целое число от 1 до {n}',
  'a call needs the process to call': 'вызову нужен процесс',
  'only a business rule task has a decision, not {what}':
    'решение бывает только у бизнес-правила, не у «{what}»',
  'a mapping needs a source and a target': 'соответствию нужны источник и приёмник',
  '"{v}" is no name of a variable': '«{v}» не годится как имя переменной',
  '"{v}" cannot be attached: expected a variable of type FILE or IMAGE':
    '«{v}» нельзя вложить: нужна переменная типа FILE или IMAGE',
  'nothing in the process can begin': 'процессу не с чего начаться',
  'nothing in the sub-process can begin': 'подпроцессу не с чего начаться',
  'the process already has a plain start event: this one begins only by its id':
    'у процесса уже есть простое начало: это сработает только по идентификатору',
  'a start event cannot have incoming flows': 'в начальное событие потоки не входят',
  'an end event cannot have outgoing flows': 'из конечного события потоки не выходят',
  'a boundary event cannot have incoming flows': 'в граничное событие потоки не входят',
  'an event sub-process cannot have incoming or outgoing flows':
    'в событийный подпроцесс потоки не входят и не выходят из него',
  'an activity for compensation cannot have incoming or outgoing flows: an association leads to it':
    'в действие для компенсации потоки не входят и не выходят из него: к нему ведёт ассоциация',
  'only activities can have boundary events': 'граничные события бывают только у действий',
  'the start event of an event sub-process needs a trigger':
    'началу событийного подпроцесса нужно событие',
  'the sub-process begins at all of its start events':
    'подпроцесс начнётся сразу со всех своих начальных событий',
  'the trigger of a start event inside a sub-process is ignored':
    'событие у начала внутри подпроцесса не учитывается',
  'no link event "{l}" goes on from here': 'нет события-ссылки «{l}», чтобы продолжить отсюда',
  'a throwing link event cannot have outgoing flows':
    'из события-ссылки, которое уводит, потоки не выходят',
  'two link events go on from "{l}"': 'от «{l}» продолжают два события-ссылки',
  'no link event leads to "{l}"': 'к «{l}» не ведёт ни одно событие-ссылка',
  'each flow out of an event gateway must lead to an event of its own':
    'каждый поток из развилки по событиям должен вести к своему событию',
  'an event gateway needs at least two events': 'развилке по событиям нужно хотя бы два события',
  'an event gateway without events never goes on':
    'развилка по событиям, после которой нет событий, никогда не пропустит дальше',
  'only one of its message flows is followed: a message has one receiver':
    'сработает только один из его потоков сообщений: у сообщения один получатель',
  'sub-processes are nested more than {n} levels deep':
    'подпроцессы вложены друг в друга больше чем на {n} уровней',
  'an event after an event gateway should have no other incoming flow':
    'в событие после развилки не должно быть других входящих потоков',
  'conditions on the flows out of this gateway are never evaluated':
    'условия на потоках из этой развилки не проверяются',
  'more than one flow out of it has no condition': 'без условия выходит больше одного потока',
  'the gateway has no default flow: no way out when no condition holds':
    'у развилки нет потока по умолчанию: если ни одно условие не выполнено, выхода нет',
  'it has no default flow: no way out when no condition holds':
    'нет потока по умолчанию: если ни одно условие не выполнено, выхода нет',
  'a flow with the condition "false" is never taken':
    'поток с условием «false» никогда не сработает',
  'a second flow with the condition "{c}" is never taken':
    'второй поток с условием «{c}» никогда не сработает',
  'the condition of the default flow is never evaluated':
    'условие потока по умолчанию не проверяется',
  'its flows have no names: nobody chooses, all that may be taken are taken':
    'у потоков нет названий: никто не выбирает, сработают все возможные',
  'two exits of a task have the same name': 'у двух выходов задачи одно название',
  '"{f}" is no flow out of this task': '«{f}» — не выход этой задачи',
  'the flow does not connect two elements': 'поток не соединяет два элемента',
  'a flow cannot cross the boundary of a sub-process':
    'поток не может пересекать границу подпроцесса',
  'this element cannot be reached': 'до этого элемента не дойти',
  'no condition starts a process by itself: this event begins only by its id':
    'условие само процесс не запускает: это событие сработает только по идентификатору',
  'an event needs a trigger: without one it never happens':
    'событию нужна причина: без неё оно не наступит',
  'an event needs a trigger: without one it does not wait':
    'событию нужна причина: без неё оно не ждёт',
  'an event needs a trigger': 'событию нужна причина',
  'only a transaction can be cancelled': 'отменить можно только транзакцию',
  '{what:what} does not support {kind:what} triggers': '{what}: так не бывает ({kind})',
  'a condition event needs a condition': 'событию по условию нужно условие',
  'a status event needs a target': 'событию по статусу нужен элемент',
  'a message needs a name: it is called "{n}"': 'сообщению нужно имя: пока оно называется «{n}»',
  'a thrown error needs a code: only events that catch all errors catch it':
    'ошибке нужен код: без него её поймают только события, которые ловят все ошибки',
  'no association leads to an activity for compensation: nothing undoes this':
    'нет связи с действием для отмены: это ничем не отменяется',
  'a timer needs a date, a duration or a cycle': 'таймеру нужна дата, длительность или повторение',
  'a {kind:what} needs a name': 'нужно имя ({kind})',
  '"{v}" repeats, but an event that waits happens once: use a duration':
    '«{v}» повторяется, а событие ждёт один раз: укажите длительность',
  '"{v}" is no duration like P2D or PT4H': '«{v}» — не длительность вроде P2D или PT4H',
  '"{v}" is no cycle like R3/PT1H or 0 9 * * 1-5':
    '«{v}» — не повторение вроде R3/PT1H или 0 9 * * 1-5',
  '"{v}" is no date': '«{v}» — не дата',
  '"{v}" is no time': '«{v}» — не время',
  '"{v}" repeats zero times: it would never happen':
    '«{v}» повторяется ноль раз: такого события не будет',
  '"{v}" repeats too often: "R/" without a number repeats for ever':
    '«{v}» повторяется слишком много раз: «R/» без числа повторяется бесконечно',
  '"{v}" is more than ten years of working time': '«{v}» — больше десяти лет рабочего времени',
  '"{v}" is longer than a thousand years': '«{v}» — больше тысячи лет',
  '"{v}" is no duration: "backoff" lists some, such as "PT10S, PT5M"':
    '«{v}» — не длительность: в «backoff» они перечислены, например «PT10S, PT5M»',
  '"retries" is a whole number from 0 to {n}': '«retries» — целое число от 0 до {n}',
  'kontor:confirm is one of {all}': 'kontor:confirm — одно из: {all}',
  'kontor:buttonClass is one of {all}': 'kontor:buttonClass — одно из: {all}',
  'kontor:confirmText is asked only with kontor:confirm':
    'вопрос kontor:confirmText задаётся только вместе с kontor:confirm',
  'an agent cannot use the operation "{o}"': 'агенту недоступна операция «{o}»',
  'operations need the setting "user": they have the rights of that user':
    'операциям нужна настройка «user»: у них права этого пользователя',
  '"{t}" is no name for a tool, expected up to 64 letters, digits, _ and -':
    '«{t}» не годится как имя инструмента: до 64 букв, цифр, «_» и «-»',
  'two tools are called "{t}"': 'два инструмента называются «{t}»',
  '"{a}" in "approval" is none of its activities and operations':
    '«{a}» из «approval» нет ни среди действий, ни среди операций',
  'kontor:performer has to say who approves': 'в kontor:performer нужно указать, кто согласует',
  '"{s}" is a whole number from 1': '«{s}» — целое число от 1',
  '"{s}" is a duration such as PT5M': '«{s}» — длительность, например PT5M',
  '"{s}" is ignored: {why:say}': '«{s}» не учитывается: {why}',
  '"{s}" is ignored': '«{s}» не учитывается',
  'use kontor:performer to say who does the task': 'исполнителя задаёт kontor:performer',
  'use kontor:mappings to pass values in and out': 'значения передаёт kontor:mappings',
  'use kontor:form to describe the form': 'форму описывает kontor:form',
  'use kontor:due to say when the task is due': 'срок задаёт kontor:due',
  'use kontor:step to say what the step does': 'действие задаёт kontor:step',
  'use kontor:topic to let programs do the step': 'программам шаг отдаёт kontor:topic',
  'use the settings "retries" and "backoff" to say how often it is tried':
    'повторы задают настройки «retries» и «backoff»',
  'listeners are not supported': 'слушатели не поддерживаются',
  'steps have no priority': 'у шагов нет приоритета',
  'the process is left out: nothing calls it, and it is no pool of a collaboration':
    'процесс пропущен: его никто не вызывает, и это не пул взаимодействия',
  'conditions are written in CEL, not {l}': 'условия пишутся на CEL, а не на {l}',
  'scripts are written in JavaScript': 'сценарии пишутся на JavaScript',
  'unknown step "{s}", expected one of {all}': 'неизвестное действие «{s}», есть: {all}',
  'only service, send, business rule and script tasks have a topic':
    'тема бывает только у сервисных задач, отправки, бизнес-правил и сценариев',
  'a task has a step or a topic, not both': 'у задачи либо действие, либо тема',
  '"{t}" is no topic, expected letters, digits and . _ : / - up to 100 characters':
    '«{t}» не годится как тема: до 100 букв, цифр и знаков . _ : / -',
  '{what} is not supported': 'не поддерживается: {what}',
}
