/**
 * Common passwords, among them those of the trade: sequences of digits and keys, names, seasons with a year.
 * All have six characters or more, in lower case; `password-strength.ts` ignores case.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 7654321 654321
111111 1111111 11111111 111111111 1111111111 222222 333333 444444 555555 666666 777777 888888 999999
000000 00000000 88888888 66666666 121212 12121212 123123 123123123 12341234 123321 1234321 123654 147258
147258369 159357 159753 159951 112233 11223344 1122334455 101010 131313 141414 147147 171717 181818
191919 202020 212121 232323 252525 258258 258369 292929 303030 321321 321654 323232 369369 420420 454545
456456 456789 515151 520520 5201314 1314520 521521 545454 565656 575757 585858 616161 626262 654654
676767 686868 696969 741852 741852963 753951 777888 787878 789456 789456123 789789 797979 852456 852963
868686 878787 898989 909090 951753 963852 963852741 987987 989898 010101 010203 102030 110110 123000
123789 123987 124578 135790 135792468 1357924680 142536 19841984 19851985 20082008 31415926 3141592653
00112233 11112222 12344321 12345679 123456788 1234567891 12345678910 123456123 123456654321 147852
147852369 456123 4815162342 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyu qwertyui qwertyuiop qwertyuiop123 qwert123 qwert1234 qwert12345 qwe123 qwe123qwe qweqwe qweasd
qweasd123 qweasdzxc qweasdzxc123 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx !qaz2wsx !qaz@wsx zaq12wsx zaq1zaq1 zaq1xsw2
zaq!2wsx 2wsx3edc qazwsx qazwsx123 qazwsxedc qazwsxedc123 qaz123 qazxsw asdfgh asdfghj asdfghjk
asdfghjkl asdf1234 asdf123 asd123 asdasd asdasd123 asdqwe123 asdzxc zxcvbn zxcvbnm zxcvbnm123 zxc123
zxcasd zxcasdqwe 123qwe 123qweasd 123qweasdzxc 123asd 123zxc 1234qwer 1234asdf 12345qwert 12qwaszx
1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4 a1b2c3d4e5 a12345 a123456 a1234567 a12345678 a123456789 aa123456
aa12345678 aaa111 aaaaaa aaaaaaaa aaa123 ab123456 abc123 abc1234 abc12345 abc123456 abc123456789 abcabc
abcd123 abcd1234 abcd12345 abcd@1234 abcdef abcdef123 abcdefg abcdefg1 abcdefgh abcdefg123 abc@123
abc@1234 123abc 1234abcd 123456a 1234567a 12345678a 123456789a 12345a 123456q 123456z 123456abc 12345abc
123456aa 123456789q 123456qwe 123456qwerty q123456 q1234567 q123456789 z123456 z123456789 w123456
s123456 x123456 l123456 zz123456 qq123456 qq123456789 qwer1234 qwer123 qwer4321 woaini woaini123
woaini520 woaini1314 woaini521 5201314a a5201314 a520520 aini1314 wo123456 wang123456 zhang123 li123456
asd123456 asdf123456 asdfghjkl123 password password1 password12 password123 password1234 password12345
password2 password3 password! password1! password@1 password@123 password01 password11 password99
passw0rd passw0rd1 p@ssword p@ssword1 p@ssword123 p@ssw0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd123 pa$$word
pa$$w0rd pa55word pass123 pass1234 pass12345 pass@123 pass@1234 pass@word1 passpass password2020
password2021 password2022 password2023 password2024 password2025 password2026 mypassword mypassword1
mypass123 newpassword newpass123 passport password. password#1 password123! password1234! admin1 admin12
admin123 admin1234 admin12345 admin123456 admin@123 admin@1234 admin#123 admin!123 admin888 admin666
admin2020 admin2023 adminadmin admin_123 administrator administrator1 root123 root1234 root123456
rootroot toor123 guest123 guest1234 user123 user1234 user12345 test123 test1234 test12345 test123456
test@123 testtest testing testing1 testing123 demo123 demo1234 demo123456 temp123 temp1234 default
default1 default123 master master1 master123 manager1 manager123 system system1 system123 service1
support support1 support123 server server1 oracle oracle123 changeme changeme1 changeme123 changeme!
letmein letmein1 letmein123 letmein! letmein2 welcome welcome1 welcome12 welcome123 welcome1! welcome@1
welcome@123 welcome2 welcome01 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025
welcome2026 login123 login1234 logmein hello1 hello12 hello123 hello1234 hello12345 helloworld
helloworld1 secret secret1 secret123 trustno1 trustme1 access access1 access14 access123 iloveyou
iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveu iloveu2 loveme loveme1 loveme123 lovelove
love123 love1234 love12345 lovers1 mylove mylove1 lover1 iloveu1 princess princess1 princess12
princess123 sunshine sunshine1 sunshine123 monkey monkey1 monkey12 monkey123 dragon dragon1 dragon12
dragon123 football football1 football12 football123 baseball baseball1 baseball123 basketball
basketball1 soccer soccer1 soccer12 soccer123 hockey hockey1 hockey123 superman superman1 superman123
batman batman1 batman123 spiderman spiderman1 pokemon pokemon1 pokemon123 naruto naruto1 naruto123
starwars starwars1 starwars123 matrix matrix1 shadow shadow1 shadow12 shadow123 michael michael1
michael123 jordan jordan1 jordan23 jordan123 michelle michelle1 jessica jessica1 jessica123 ashley
ashley1 ashley123 amanda amanda1 amanda123 andrew andrew1 andrew123 daniel daniel1 daniel12 daniel123
thomas thomas1 thomas123 robert robert1 robert123 anthony anthony1 charlie charlie1 charlie123 jennifer
jennifer1 nicole nicole1 nicole123 samantha samantha1 elizabeth elizabeth1 matthew matthew1 joshua
joshua1 joshua123 george george1 hannah hannah1 hunter hunter1 hunter2 hunter12 hunter123 harley harley1
maggie maggie1 buster buster1 ginger ginger1 pepper pepper1 cookie cookie1 cookie123 summer summer1
summer12 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter
winter1 winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026
spring1 spring123 spring2023 spring2024 spring2025 spring2026 autumn1 autumn2023 autumn2024 autumn2025
autumn2026 november1 december1 january1 october1 monday1 monday123 friday1 friday13 flower flower1
flower123 purple purple1 orange orange1 yellow yellow1 silver silver1 golden golden1 diamond diamond1
freedom freedom1 freedom123 whatever whatever1 liverpool liverpool1 chelsea chelsea1 chelsea123 arsenal
arsenal1 arsenal123 barcelona barcelona1 realmadrid manutd1 juventus juventus1 ferrari ferrari1 mustang
mustang1 mercedes mercedes1 porsche porsche1 corvette corvette1 yamaha1 computer computer1 computer123
internet internet1 samsung samsung1 samsung123 google google1 google123 facebook facebook1 linkedin
linkedin1 microsoft microsoft1 windows windows1 windows10 android1 iphone1 killer killer1 killer123
hacker1 ninja123 gangster1 cheese cheese1 banana banana1 chocolate chocolate1 butterfly butterfly1
angel1 angel123 angels1 babygirl babygirl1 baby123 lovely lovely1 friends friends1 family1 family123
blessed1 jesus1 jesus123 america1 america123 london1 london123 paris123 berlin123 canada1 mexico1
china123 china1234 shanghai1 beijing1 beijing2008 hamburg1 newyork1 texas123 maverick maverick1 phoenix
phoenix1 ranger1 thunder1 tigger tigger1 tiger123 lucky123 lucky777 lucky7 number1 nothing1 please1
starter1 success1 success123 money123 zxcv1234 logistics logistics1 logistics123 freight freight1
freight123 forwarder1 shipping shipping1 shipping123 cargo123 cargo1234 container1 container123
export123 import123 transport1 transport123 customer1 customer123 company1 company123 office123
business1 supplier1 portal123 portal1234 tracking1 tracking123
`
    .trim()
    .split(/\s+/),
);
