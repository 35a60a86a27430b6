"""Subtypes, by the card type they belong to (CR 205.3g-q). Each family runs from short words to long ones."""

from __future__ import annotations


def _names(text: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in text.split())


ARTIFACT = _names("""
    Map Gold Food Clue Junk Blood Stone Lander Vehicle Treasure Infinity Incubator Equipment Bobblehead Powerstone
    Attraction Spacecraft Contraption Fortification
""")
ENCHANTMENT = _names("""
    Saga Aura Role Rune Case Room Shard Curse Class Shrine Cartouche Background
""")
LAND = _names("""
    Mine Gate Cave Town Lair Swamp Tower Locus Island Sphere Urza's Plains Planet Desert Forest Mountain
    Power-Plant
""")
PLANESWALKER = _names("""
    Ral Oko Jaya Kaya Urza Jace Guff Koth Dack Will Ugin Karn Niko Teyo Szat Tasha Lukka Jeska Kiora Serra Nissa
    Minsc Jared Lolth Ajani Domri Basri Rowan Sorin Dovin Wrenn Kaito Tyvar Bolas Comet Grist Samut Calix Dihada
    Vraska Estrid Huatli Teferi Nahiri Ashiok Garruk Zariel Vivien Arlinn Gideon Dakkon Tamiyo Venser Vronos
    Narset Tibalt Yanggu Liliana Kasmina Chandra Yanling Angrath Elspeth Saheeli Sivitri Daretti Davriel Sarkhan
    Nixilis Xenagos Bahamut Ellywick Tezzeret Aminatou Windgrace Freyalise Elminster Quintorius Mordenkainen
""")
SPELL = _names("""
    Omen Trap Arcane Lesson Adventure
""")
CREATURE = _names("""
    Qu Ox Orb Orc God Ape Eye Elf Hag Egg Dog Elk Imp Kor Myr Bat Cat Rat Fox Toy Azra Crab Sand Bard Bird Mole
    Ogre Mite Ooze Wolf Serf Orgg Frog Atog Slug Fish Gith Yeti Monk Seal Wall Germ Worm Wurm Hero Bear Boar Goat
    Pest Kavu Drix Ally Army Lamia Ninja Llama Hyena Hydra Nomad Dryad Licid Squid Druid Child Weird Shade Ouphe
    Snake Drake Spike Whale Sable Noble Gnome Drone Horse Mouse Rogue Dwarf Leech Nymph Slith Synth Sloth Dalek
    Skunk Shark Rebel Angel Camel Snail Devil Gnoll Troll Golem Prism Human C'tan Alien Siren Kirin Djinn Scion
    Demon Bison Spawn Clown Rhino Hippo Servo Sheep Elder Gamer Otter Lemur Satyr Giant Plant Mount Robot Pilot
    Beast Guest Scout Harpy Zubera Cleric Mystic Kobold Coward Lizard Wizard Sponge Zombie Faerie Beeble Noggle
    Moogle Turtle Pirate Coyote Wraith Dauthi Jackal Weasel Thrull Possum Shaman Kraken Goblin Dragon Gorgon
    Archon Minion Necron Avatar Spider Badger Rigger Ranger Monger Archer Oyster Beaver Sliver Volver Horror
    Doctor Fungus Walrus Wombat Insect Efreet Ferret Knight Rabbit Spirit Mutant Sphinx Monkey Echidna Chimera
    Tyranid Camarid Homarid Demigod Vampire Inkling Samurai Soltari Eldrazi Warlock Merfolk Fractal Citizen
    Villain Griffin Kithkin Gremlin Hellion Raccoon Balloon Unicorn Bringer Pincher Soldier Carrier Glimmer
    Specter Thopter Lobster Hamster Warrior Advisor Praetor Centaur Aurochs Cyclops Octopus Pegasus Peasant
    Serpent Varmint Caribou Lammasu Phoenix Capybara Employee Tentacle Gargoyle Antelope Mongoose Symbiote
    Werewolf Lhurgoyf Tiefling Halfling Hedgehog Primarch Starfish Treefolk Moonfolk Basilisk Squirrel Nephilim
    Cyberman Vedalken Pangolin Assassin Scorpion Illusion Skeleton Kangaroo Surrakar Beholder Sorcerer Splinter
    Deserter Survivor Dinosaur Minotaur Custodes Astartes Thalakos Nautilus Platypus Elephant Time_Lord Crocodile
    Porcupine Wolverine Nightmare Manticore Masticore Sculpture Trilobite Tetravite Pentavite Detective Brushwagg
    Saproling Jellyfish Blinkmoth Elemental Leviathan Barbarian Phyrexian Metathran Graveborn Armadillo Artificer
    Berserker Performer Processor Construct Scientist Scarecrow Mercenary Cockatrice Hippogriff Reflection
    Aetherborn Salamander Flagbearer Inquisitor Homunculus Juggernaut Phelddagrif Incarnation Spellshaper
    Dreadnought Triskelavite Nightstalker Shapeshifter Assembly-Worker
""")
BATTLE = ("Siege",)

SUBTYPES: frozenset[str] = frozenset(
    (*ARTIFACT, *ENCHANTMENT, *LAND, *PLANESWALKER, *SPELL, *CREATURE, *BATTLE)
)
"""Every subtype but those of planes and dungeons."""
