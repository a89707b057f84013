//! Meshes from their files to particles and edges.

use super::{Diagonals, Mesh, MeshReport, Skipped, Support};
use glam::DVec3;

const SQUARE: &str = "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2/1 3//1 -1\n";

#[test]
fn polygons_become_edges_with_or_without_diagonals() {
    let mesh = Mesh::parse(SQUARE, "").unwrap();
    assert_eq!(mesh.edges(Diagonals::None), [[0, 1], [0, 3], [1, 2], [2, 3]]);
    assert_eq!(mesh.edges(Diagonals::Fan), [[0, 1], [0, 3], [0, 2], [1, 2], [2, 3]]);
    assert_eq!(mesh.edges(Diagonals::Crossed), [[0, 1], [0, 3], [0, 2], [1, 2], [1, 3], [2, 3]]);
    let cube = Mesh::cube();
    let counts = [Diagonals::None, Diagonals::Fan, Diagonals::Crossed].map(|diagonals| cube.edges(diagonals).len());
    assert_eq!(counts, [12, 18, 24], "edges shared by two faces come once");
    let pentagon = Mesh::parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 2 0\nv -1 1 0\nf 1 2 3 4 5\n", "").unwrap();
    assert_eq!(pentagon.edges(Diagonals::Crossed), pentagon.edges(Diagonals::Fan));
}

#[test]
fn a_face_of_two_corners_is_an_edge_and_a_repeated_line_makes_two_springs() {
    let mesh = Mesh::parse(&format!("{SQUARE}f 3 1\nl 2 1\nl 1 2\n"), "").unwrap();
    assert_eq!(mesh.edges(Diagonals::None), [[0, 2], [0, 1], [0, 1], [0, 3], [1, 2], [2, 3]]);
    assert_eq!(mesh.edges(Diagonals::Fan), mesh.edges(Diagonals::None), "the line is the diagonal");
}

#[test]
fn springs_of_the_json_replace_edges_and_are_not_merged() {
    let json = r#"{"springs": [[1, 2], {"ends": [4, 2], "k": 7, "damping": 0.5, "restLength": 3}, {"a": 2, "b": 1}], "prestrain": 0.25}"#;
    let mesh = Mesh::parse(SQUARE, json).unwrap();
    let springs = mesh.net(true).system(Diagonals::Crossed, false).springs;
    assert_eq!(*springs.endpoints, [[0, 1], [3, 1], [1, 0], [0, 3], [0, 2], [1, 2], [2, 3]]);
    assert_eq!(*springs.rest_lengths, [0.75, 3.0, 0.75, 0.75, 0.75 * 2_f64.sqrt(), 0.75, 0.75]);
    assert_eq!(springs.own[1], [Some(7.0), Some(0.5)]);
    assert_eq!((springs.own[0], springs.own.len()), ([None; 2], 7));
    let zero = Mesh::parse("v 0 0 0\nv 0 0 0\n", r#"{"springs": [{"ends": [1, 2], "restLength": 0}]}"#).unwrap();
    assert_eq!(
        zero.net(true).system(Diagonals::None, false).springs.len(),
        1,
        "two vertices at a place may have a spring of a known length"
    );
}

#[test]
fn short_keys_of_other_programs_are_read() {
    let other = Mesh::parse(SQUARE, r#"{"obj": "square.obj", "k": 70, "m": 8e-6, "b": [1, 3]}"#).unwrap();
    assert_eq!(other.properties.pinned, Some(vec![0, 2]));
    let mut parameters: Vec<_> = other.parameters().collect();
    parameters.sort_by_key(|&(key, ..)| key);
    assert_eq!(parameters, [("mass", 8e-6, "m"), ("stiffness", 70.0, "k")]);
    let list = Mesh::parse(SQUARE, r#"{"m": [8e-6, 1, 1, 1]}"#).unwrap();
    assert_eq!(list.properties.masses, [8e-6, 1.0, 1.0, 1.0]);
}

#[test]
fn velocities_of_the_json_are_initial_velocities() {
    let mesh =
        Mesh::parse(SQUARE, r#"{"velocities": [[0, 0, 0], [1, 2, 3], [0, 0, -1], [0, 0, 0]], "b": [1]}"#).unwrap();
    let velocities = mesh.net(true).system(Diagonals::None, false).particles.velocities;
    assert_eq!(velocities, [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0), DVec3::NEG_Z, DVec3::ZERO]);
}

#[test]
fn lines_continuations_and_foreign_keywords_are_read() {
    let mesh =
        Mesh::parse("\u{feff}# in C:\\ropes\\\r\nv 0 0 0\r\nv 1 0 0 # end\nv 2 0 \\\n 0\nusemtl hemp\nl 1 2 3\n", "")
            .unwrap();
    assert_eq!(mesh.edges(Diagonals::None), [[0, 1], [1, 2]]);
}

#[test]
fn properties_pin_vertices_and_give_masses() {
    let mesh = Mesh::parse(SQUARE, r#"{ "pinned": [2], "masses": [1, 2, 4, 8], "stiffness": 70 }"#).unwrap();
    let mut system = mesh.net(true).system(Diagonals::None, false);
    mesh.write_masses(&mut system.particles);
    assert_eq!(system.particles.inverse_masses, [1.0, 0.0, 0.25, 0.125]);
    assert_eq!(mesh.parameters().collect::<Vec<_>>(), [("stiffness", 70.0, "stiffness")]);
}

fn report(obj: &str, json: &str) -> MeshReport {
    Mesh::parse(obj, json).unwrap().report(true, Support::Hangs)
}

/// The ways in which programs write one triangle.
#[test]
fn a_triangle_is_read_in_every_spelling() {
    const V: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let after = |end: &str| format!("{V}{end}");
    for obj in [
        after("f 1 2 3"),
        after("f 1 2 3\n").replace('\n', "\r"),
        after("f 1 2 3\n").replace('\n', "\r\n"),
        after("f 1 2 3\n").replace('\n', "\r\r\n"),
        after("f 1 2 \\ \n 3\n"),
        after("f 1 2 \\\t# three\r\n\\\n 3\n"),
        after("vt 0 0\nf 1/ 2/ 3/\n"),
        after("f -3//1 -2//1 -1//1\n"),
        after("fo 1 2 3\nf 3 2 1\nf 1 2 3\n"),
        after("f 1 1 2\nf 1 2 3 3\nf 2\nf\nl 1 1\nl 3\n"),
        after("cstype bezier\ndeg 3\ncurv 0 1 1 2 \\\n 3\nend\nt 0 1\nvw 1\nf 1 2 3\n"),
        after("o \\\ng f 7\ns off\nusemtl C:\\a\\\nf 1 2 3 # \\\n"),
        format!("\u{feff}mtllib C:\\tmp\\\n{V}f 1 2 3\n"),
        format!("f 1 2 3\n{V}"),
        "v 0 0 0 nan nan nan\nv\t1E0\t+0. -.0 1 .5 .5 .5\n  v 0 1e+000 0 1.0\nf 1 2 3".to_string(),
        "v 7 7 7\nv 0 0 0\nv 9e9 9 9\nv 1 0 0\nv 0 1 0\np 1\nf 2 4 5".to_string(),
        "v 0 0 0\nv 1 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e-6\nf 1 2 4\nl 3 4 5\n".replace("l 3 4 5", "f 3 4 5"),
        "v 4e6 -5e7 0\nv 4000001 -5e7 0\nv 4e6 -49999999 0\nf 1 2 3".to_string(),
    ] {
        let mesh = Mesh::parse(&obj, "").unwrap_or_else(|error| panic!("{obj:?}: {error}"));
        assert_eq!(mesh.edges(Diagonals::Crossed), [[0, 1], [0, 2], [1, 2]], "{obj:?}");
        let x = mesh.net(true).system(Diagonals::None, false).particles.positions;
        let sides = [x[0].distance(x[1]), x[0].distance(x[2]), x[1].distance(x[2])];
        assert_eq!((x.len(), sides), (3, [1.0, 1.0, 2.0_f64.sqrt()]), "{obj:?}");
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let obj = "v 0 0 0 nan nan nan\nv 1 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nv 0 0 1\nv 1 0 1\nv 0 1 1\n\
        usemtl a\nvt 0 0\nvt 0 1\nf 1 2 4\nf 3 4 1 1\nf 4 4 4\nf 6 7 8\nl 6 6\n";
    let found = report(obj, r#"{"png": "a.png", "k": 5, "pined": [], "b": [1]}"#);
    let skipped = |count, names: &str| Skipped { count, names: names.to_string() };
    let expected = MeshReport {
        support: Support::Given,
        pieces: 2,
        welded: 1,
        stray: 1,
        empty: 5,
        skipped: skipped(4, "colours, usemtl, vt"),
        keys: skipped(2, "pined, png"),
        ..MeshReport::default()
    };
    assert_eq!(found, expected);
    assert_eq!(
        found.sentences(),
        [
            "The mesh has 2 pieces that no spring joins.",
            "1 vertex was welded to another at the same place.",
            "1 vertex without an edge was left out.",
            "5 edges without length were left out.",
            "4 statements of other kinds were passed over: colours, usemtl, vt.",
            "2 unknown keys of the JSON were passed over: pined, png.",
        ]
    );
    assert_eq!(report(SQUARE, r#"{"pinned": []}"#).sentences(), [""; 0]);
}

/// The tolerance is 10⁻⁵ of the diagonal of the box around the mesh, here √3 m.
#[test]
fn vertices_are_welded_within_a_tolerance_relative_to_the_size() {
    for scale in [1e-6, 1.0, 1e5] {
        for (apart, welded) in [(0.0, 1), (1.7e-5, 1), (1.8e-5, 0)] {
            let [size, x] = [scale, scale * (1.0 - apart)];
            let obj = format!("v 0 0 0\nv {size} {size} {size}\nv {x} {size} {size}\nv 0 {size} 0\nf 1 2 4\nf 3 4 1\n");
            assert_eq!(report(&obj, "").welded, welded, "{apart} at {scale}");
        }
    }
}

/// The tolerance in a landscape of 20 km is 0.3 m.
#[test]
fn a_fine_object_in_a_wide_landscape_keeps_its_vertices() {
    let ground = "v -1e4 0 -1e4\nv 1e4 0 -1e4\nv 1e4 0 1e4\nv -1e4 0 1e4\nf 1 2 3 4\n";
    let square = "v 0 1 0\nv .01 1 0\nv .01 1 .01\nv 0 1 .01\nv 0 1 0\nv .01 1 .01\nf 5 6 7\nf 8 9 10\n";
    let found = report(&format!("{ground}{square}"), "");
    assert_eq!((found.welded, found.pieces), (2, 2));
    // above a corner: the vertices of the ground have a long reach, those of the object a short one
    let triangle = "v 10000 .1 10000\nv 10000.05 .1 10000\nv 10000 .1 10000.05\nf 5 6 7\n";
    for text in
        [format!("{ground}{triangle}"), format!("{}{}", renumbered(triangle), ground.replace("1 2 3 4", "4 5 6 7"))]
    {
        let found = report(&text, "");
        assert_eq!((found.welded, found.pieces), (0, 2));
    }
}

/// A triangle that stands first.
fn renumbered(triangle: &str) -> String {
    triangle.replace("f 5 6 7", "f 1 2 3")
}

/// A box whose six faces have vertices of their own is the box with eight vertices.
#[test]
fn a_box_of_separate_faces_is_one_piece_and_comes_apart_without_welding() {
    let faces = ["1 2 3 4", "8 7 6 5", "5 6 2 1", "4 3 7 8", "2 6 7 3", "5 1 4 8"];
    let corner = |i: &str| {
        let i: usize = i.parse::<usize>().unwrap() - 1;
        let x = [[-0.1, 0.1, 0.1, -0.1][i % 4], [0.3, 0.3, -0.3, -0.3][i % 4], if i < 4 { 0.7 } else { -0.7 }];
        format!("v {} {} {}\n", x[0], x[1], x[2])
    };
    let soup: String =
        faces.iter().map(|face| face.split(' ').map(corner).collect::<String>() + "f -4 -3 -2 -1\n").collect();
    let mesh = Mesh::parse(&soup, "").unwrap();
    for diagonals in [Diagonals::None, Diagonals::Fan, Diagonals::Crossed] {
        assert_eq!(mesh.edges(diagonals).len(), Mesh::cube().edges(diagonals).len());
    }
    let found = mesh.report(true, Support::Hangs);
    assert_eq!((found.pieces, found.welded, found.doubled), (1, 16, 0));
    let found = mesh.report(false, Support::Hangs);
    assert_eq!((found.pieces, found.welded, found.doubled), (6, 0, 16));
    // masses for each vertex are about vertices as they are numbered
    let numbered = Mesh::parse(&soup, &format!("{{\"masses\": {:?}}}", [1.0; 24])).unwrap();
    assert_eq!(numbered.net(true).system(Diagonals::None, false).particles.len(), 24);
    assert!(!numbered.can_weld() && mesh.can_weld());
}

#[test]
fn a_far_mesh_is_shifted_by_its_rounded_centre() {
    let found = report("v 5400000 500000 100\nv 5400001 500000 100\nv 5400000 500002 100\nl 1 2 3\n", "");
    assert_eq!(found.shift, DVec3::new(5_400_001.0, 500_001.0, 100.0));
    let said = "The mesh was far from the origin: (5400001, 500001, 100) m were subtracted from its positions.";
    assert!(found.sentences().contains(&said.to_string()), "{:?}", found.sentences());
    assert_eq!(report("v 999999 0 0\nv 1e6 0 0\nl 1 2", "").shift, DVec3::ZERO);
}

#[test]
fn a_mesh_hangs_by_the_topmost_vertices_of_each_piece() {
    let held = |obj: &str| {
        let system = Mesh::parse(obj, "").unwrap().net(true).system(Diagonals::None, true);
        (0..system.particles.len()).filter(|&i| system.particles.inverse_masses[i] == 0.0).collect::<Vec<_>>()
    };
    assert_eq!(held(SQUARE), [2, 3]);
    assert_eq!(held(&format!("{SQUARE}v 5 -3 0\nv 5 -4 0\nl 5 6\n")), [2, 3, 4], "a lower piece hangs, too");
    assert_eq!(held("v 0 0 0\nv 1 0 0\nv 1 .01 1\nv 0 0 1\nf 1 2 3 4\n"), [2, 3], "a flat one by its front");
    assert_eq!(held("v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n"), [2], "a line along x by its right end");
}

#[test]
fn bad_lines_are_refused_with_place_and_reason() {
    for (obj, json, sentence) in [
        ("v 0 0 0\nv 1 x 0\n", "", r#"OBJ, line 2: "x" is not a number; correct the coordinate."#),
        ("v 0,5 0 0\n", "", r#"OBJ, line 1: "0,5" is not a number; write a decimal point."#),
        ("v 0 0\n", "", "OBJ, line 1: a vertex needs 3 coordinates, and has 2; write 0 for one that is missing."),
        ("v 0 0 nan\n", "", r#"OBJ, line 1: "nan" is not a number; correct the coordinate."#),
        (
            "v 0 0 0\nv 0 0 3e6\nl 1 2",
            "",
            "OBJ, line 1: the mesh is more than 2000000 m wide with this vertex; scale it down.",
        ),
        ("v 0 0 1e400", "", "OBJ, line 1: the coordinate 1e400 is too large for a number; scale the mesh down."),
        (
            "v 0 0 0\nv 1 0 0\n\nf 1 2 3\n",
            "",
            "OBJ, line 4: there is no vertex 3, as the file has 2; correct the number.",
        ),
        (
            "l 1 5\rl 9 4\rl 10 12\rv 0 0 0\rv 1 0 0\rv 2 0 0\rv 3 0 0\rv 4 0 0\r",
            "",
            "OBJ, line 2: there is no vertex 9, as the file has 5; correct the number.",
        ),
        (
            "v 0 0 0\nf -1 -2\nv 1 0 0\n",
            "",
            "OBJ, line 2: there is no vertex -2, as 1 are before this line; correct the number.",
        ),
        ("v 0 0 0\nl 0 1\n", "", "OBJ, line 2: there is no vertex 0; correct the number, from 1 to 1000000 at most."),
        (
            "v 0 0 0\nl 1 one\n",
            "",
            r#"OBJ, line 2: "one" is not the number of a vertex; vertices have the numbers 1, 2, 3 and so on."#,
        ),
        (
            "v 0 0 0\nv 0 0 0\nl 1 2\n",
            "",
            "OBJ, line 3: the file ends with 2 vertices and without an edge; the ends of each are at the same place.",
        ),
        ("", "", "OBJ, line 1: the file ends with 0 vertices and without an edge; springs need f or l lines."),
        ("ply\nformat ascii 1.0\nv 1\n", "", "OBJ, line 1: this is a PLY file; export the mesh as Wavefront OBJ."),
        ("solid cube\nfacet\n", "", "OBJ, line 1: this is an STL file; export the mesh as Wavefront OBJ."),
        (
            "\u{feff}{\"asset\": {}}",
            "",
            "OBJ, line 1: this is a glTF or another JSON file; export the mesh as Wavefront OBJ.",
        ),
        ("STL\0\0f\nf ~\n", "", "OBJ, line 1: this is a binary or UTF-16 file; export the mesh as Wavefront OBJ."),
    ] {
        assert_eq!(Mesh::parse(obj, json).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn bad_properties_are_refused_with_path_and_reason() {
    for (obj, json, sentence) in [
        (SQUARE, "{\n \"pinned\": [9]\n}", "JSON, pinned[0]: there is no vertex 9; they are numbered from 1 to 4."),
        (SQUARE, "{\n\"masses\": [1, 2]}", "JSON, masses: there are 2 masses for 4 vertices."),
        (SQUARE, "{\"pinned\": [1.5]}", "JSON, pinned[0]: there is no vertex 1.5; they are numbered from 1 to 4."),
        (SQUARE, "{\"mass\": [1]}", "JSON, mass: there are 1 masses for 4 vertices."),
        (SQUARE, "{\"mass\": true}", r#"JSON, mass: "mass" takes a number or a list of numbers, and true was given."#),
        (
            SQUARE,
            "{\"k\": \"eiffel.obj\"}",
            r#"JSON, k: "stiffness" takes a number, and the text "eiffel.obj" was given."#,
        ),
        (SQUARE, "{\"b\": 5}", r#"JSON, b: "pinned" takes a list of numbers, and 5 was given."#),
        (SQUARE, "{\"k\": 5,\n\"stiffness\": 6}", r#"JSON, stiffness: "stiffness" is given twice."#),
        (
            SQUARE,
            "{\"masses\": [1, 2, 0, 1]}",
            "JSON, masses[2]: mass must be a number from 1e-9 to 1000000 kg; 0 was given.",
        ),
        (SQUARE, "{\"prestrain\": 2}", "JSON, prestrain: prestrain must be a number from -10 to 1; 2 was given."),
        (
            SQUARE,
            "{\"springs\": [1, 2]}",
            r#"JSON, springs: "springs" takes a list of springs, and a list of numbers was given."#,
        ),
        (
            SQUARE,
            "{\"springs\": [[1, 2],\n[1, 2, 3]]}",
            r#"JSON, springs[1]: "ends" takes two vertices, and a list of numbers was given."#,
        ),
        (
            SQUARE,
            "{\"springs\": [[1, 2],\n[1, 5]]}",
            "JSON, springs[1]: there is no vertex 5; they are numbered from 1 to 4.",
        ),
        (
            SQUARE,
            "{\"springs\": [[1, 2], [2, 3], [3, 4], {\"ends\": [1, 5]}]}",
            "JSON, springs[3].ends: there is no vertex 5; they are numbered from 1 to 4.",
        ),
        (SQUARE, "{\"k\": 5,\n\"k\"}", "JSON: expected `:` at line 2 column 4."),
        (SQUARE, "{\"springs\": [{\"a\": 2}]}", "JSON, springs[0]: a spring lacks an end."),
        (
            SQUARE,
            "{\"springs\": [{\"ends\": [1, 2],\n\"k\": -1}]}",
            "JSON, springs[0].k: stiffness must be a number from 0 to 100000000 N/m; -1 was given.",
        ),
        (SQUARE, "{\"velocities\": [[1, 2, 3]]}", "JSON, velocities: there are 1 velocities for 4 vertices."),
        (
            "v 0 0 0\nv 1 0 0\nl 1 2\n",
            "{\"velocities\": [[0, 0, 0],\n[1, 2]]}",
            "JSON, velocities[1]: a velocity is [x, y, z], and a list of numbers was given.",
        ),
        (
            "v 0 0 0\nv 1 0 0\nl 1 2\n",
            "{\"b\": [2],\n\"velocities\": [[0, 0, 0], [1, 2, 3]]}",
            "JSON, velocities[1]: the pinned vertex 2 has a velocity.",
        ),
    ] {
        assert_eq!(Mesh::parse(obj, json).unwrap_err().to_string(), sentence);
    }
}
