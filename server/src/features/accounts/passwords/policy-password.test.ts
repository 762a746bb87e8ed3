import { accountProblems } from "contract/accounts/rules.ts";
import { expect, test } from "vitest";
import { isPattern, weaknessOf } from "./policy-password.ts";

const owner = { username: "zoe_miller", email: "Zoe.Q-Miller@mail.example", displayName: "Zoe" };

test.each([
  ...["654321", "123456", "987654321", "0987654321", "3456789012", "012345678901234567890", "111111", "2468024680"],
  ...["abcdef", "ABCDEF", "AbCdEfGh", "zyxwvu", "fedcba", "uvwxyz", "abcdefghijklmnopqrstuvwxyz", "acegikmo"],
  ...["αβγδεζ", "абвгде", "１２３４５６"],
  ...["aaaaaa", "555555", "!!!!!!", "aabbcc", "112233445566", "zzzzzzzzzzzzzzzzzzzz", "......"],
  ...["abcabc", "abcabcab", "121212", "12121", "passpass", "xyxyxy", "a1a1a1a1", "kitekite", "x1yx1yx1y"],
  ...[
    "qwerty",
    "QWERTY",
    "qwertz",
    "azerty",
    "ytrewq",
    "poiuyt",
    "qwertyuiop",
    "asdfgh",
    "lkjhgf",
    "zxcvbn",
    "mnbvcxz",
  ],
  ...["yxcvbnm", "qsdfghjklm", "wxcvbn", "йцукен", "фывапр", "`12345", "!@#$%^", '!"§$%&', "aoeuid"],
  ...["1qaz2wsx", "1qaz2wsx3edc", "zaq1xsw2", "qazwsx", "147258369", "789456123", "159357", "741852963"],
  ...["qwerty123", "abc123", "abc123456", "123abc", "aaa111", "qweasdzxc", "asdf1234", "abcxyz", "123321", "abccba"],
  ...[
    "1234554321",
    "qwertyasdfgh",
    "abcd4321",
    "qwerty1",
    "abcdef12",
    "aaaaaaa1",
    "1q2w3e4r",
    "1a2b3c4d5e",
    "1-2-3-4-5",
  ],
  ...["a.b.c.d.e.f", "abcdefabcdef", "qwerty-qwerty-", "123456789 123456789 ", "q1w2e3r4t5y6u7i8o9p0"],
])("%j is as good as a common password", (password) => {
  expect(isPattern(password)).toBe(true);
  expect(weaknessOf(password, owner)).toBe(accountProblems.passwordCommon);
});

test.each([
  ...["correct horse", "correct horse battery staple", "q7ü-x!", "tr0ub4dor&3", "Gr8!lime", "v9#kQ2", "h7Lq2z"],
  ...["winter in Lisbon", "policy", "hijacked", "fedora", "poster", "noonday", "mississippi mud", "defiance"],
  ...["ferrytree", "sweater", "redwater", "assertive", "underpower", "rhythms", "coffee-balloon"],
  ...[
    "tiger789x",
    "horse123mane",
    "blue-abc-sky",
    "my qwerty keyboard",
    "2fast4you",
    "19840517",
    "30 March",
    "K3-w9-Lp",
  ],
  ...["drachenfels", "überraschung", "соловей", "ένα δύο τρία", "猫が好きです", "🦊🐢🦉🐬🦔🐝", "correctcorrect8horse"],
  ...["eleven11elves", "1600 Penn Ave", "ab12cd34ef56x", "zebra4-lemon2", "hunter-fifty-2", "Tr33house", "mango.Kite"],
])("%j is accepted", (password) => {
  expect(isPattern(password)).toBe(false);
  expect(weaknessOf(password, owner)).toBeNull();
});

test.each([...["Zoe.Q-Miller@mail.example", "zoe.q-miller@MAIL.example", "zoe.q-miller", "ZOE_MILLER", "zoe_miller"]])(
  "one's own %j is refused as common",
  (password) => {
    expect(weaknessOf(password, owner)).toBe(accountProblems.passwordCommon);
  },
);

test.each(["zoe.q-miller@mail.example1", "1zoe_miller!", "zoe.q-miller-zoe"])("%j is made of names", (password) => {
  expect(weaknessOf(password, owner)).toBe(accountProblems.passwordOfNames);
});

test.each(["someone@mail.example", "mail.example and zoe"])("%j is not one's own address", (password) => {
  expect(weaknessOf(password, owner)).toBeNull();
});
